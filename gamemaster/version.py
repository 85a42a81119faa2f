"""The version of this program, which stands in the log, in every log entry and in every step of a record."""

ENGINE_VERSION = "0.2.25"
