"""TensorFlow's probe: its operations, as they are performed and as graphs are made of them."""
