"""Training players by self-play, with PyTorch: `ekiben train`, or `Training(config, folder).run()`.

The parts, in the order of a training run: `config` (what can be set), `games` (many games at once,
on a card or on the processor), `network` (the player and its critic), `league` (who sits where),
`rollout` (games played, choices and results noted), `ppo` (learning from them), `evaluate`
(strength against fixed opponents), `train` (the run itself), `checkpoint` (what it keeps on disk),
`export` (the small file that plays without PyTorch, and the model card).
"""
