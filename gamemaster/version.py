"""The version of the engine that is written beside every log entry."""

ENGINE_VERSION = "0.1.0"
