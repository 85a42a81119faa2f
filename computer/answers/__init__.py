"""Answers to questions, by what is left in the end: a module for each family of questions, all of them in one table."""
