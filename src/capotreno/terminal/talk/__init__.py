"""Hearing a person: questions, answers, abbreviations."""
