"""Properties of geometry are about what comes out: a busy machine must not fail them for taking long over one map."""

from hypothesis import settings

settings.register_profile("boards", settings.default, deadline=None)
settings.load_profile("boards")
