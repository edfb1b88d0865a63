"""What a result is, and how it is shown: as text, as HTML, as a table or a data frame."""
