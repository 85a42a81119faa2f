"""One interaction from its arrival to its answer: deferral, refusals, components, lengths."""
