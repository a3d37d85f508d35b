"""A small edition unlike any other: what the engine must not assume, it does differently."""
