"""Work for the workshop: functions of what can be sent to another process.

Nothing here knows the store, so that the workers need not load what a database takes.
"""
