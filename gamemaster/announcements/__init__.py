"""What the channel is told after each change: reports, battles that wait, the panel."""
