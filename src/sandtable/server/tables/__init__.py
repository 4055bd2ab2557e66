"""Tables in memory: who sits at them, what is played there, and what each guest sees of it."""
