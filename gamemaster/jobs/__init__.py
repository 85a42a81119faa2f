"""Jobs for the workers: functions of what can be sent to another process."""
