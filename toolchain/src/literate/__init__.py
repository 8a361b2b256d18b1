"""Text and code as one thing: MyST chapters read, their code tangled, their claims verified."""
