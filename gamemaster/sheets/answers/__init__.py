"""The sheets of questions: their answers, what is always answered, and what is seen while others answer."""
