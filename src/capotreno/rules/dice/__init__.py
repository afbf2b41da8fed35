"""The Dice Expansion: dice and tokens, and the parts that charge dice instead of cards."""
