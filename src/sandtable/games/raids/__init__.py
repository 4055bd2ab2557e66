"""The raid series: what Kandahar and its sister games share. Differences are content or a Policy."""
