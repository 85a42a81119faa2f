"""Generated examples are the same in every run, and may take as long as the machine needs: a busy one fails no test."""

from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")
