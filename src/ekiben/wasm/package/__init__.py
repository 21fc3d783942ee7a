"""What the npm package `ekiben-wasm` needs besides the module: the data of the games."""
