"""Results, and the forms in which they are shown: as text, as HTML, as a table or a data frame."""
