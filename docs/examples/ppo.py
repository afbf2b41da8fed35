"""PPO in thirty lines of NumPy: a linear policy learns New York against a bot."""

import gymnasium
import numpy as np

import capotreno.envs.gymnasium  # noqa: F401 -- registers the environments


def policy(weights, seen, mask):
    """The chances of every action; what is not possible has none."""
    scores = np.where(mask, seen @ weights, -np.inf)
    chances = np.exp(scores - scores.max(1, keepdims=True))
    return chances / chances.sum(1, keepdims=True)


def train(updates=150, tables=16, steps=64, bot="random", rate=0.02, clip=0.2, seed=0):
    """The weights after some updates, and the mean reward of the games of each."""
    env = gymnasium.make_vec("capotreno/NewYork-v1", num_envs=tables, bots=bot, reward="margin")
    luck, everybody, curve = np.random.default_rng(seed), np.arange(tables), []
    scale = np.maximum(1, env.single_observation_space["observation"].high)
    now, _ = env.reset(seed=seed)
    weights, value = np.zeros((len(scale), env.single_action_space.n)), np.zeros(len(scale))
    for _ in range(updates):
        batch = []
        for _ in range(steps):
            seen, mask = now["observation"] / scale, now["action_mask"].astype(bool)
            chances = policy(weights, seen, mask)
            act = (chances.cumsum(1) < luck.random((tables, 1))).sum(1)
            act = np.where(mask[everybody, act], act, chances.argmax(1))  # where rounding slipped
            now, reward, over, _, _ = env.step(act)
            batch.append((seen, mask, act, chances[everybody, act], reward, over))
        seen, mask, act, old, reward, over = map(np.array, zip(*batch))
        guess, gain, last = seen @ value, np.zeros((steps, tables)), np.zeros(tables)
        after = np.concatenate([guess[1:], [now["observation"] / scale @ value]])
        for t in reversed(range(steps)):  # how much better it went than guessed (GAE)
            last = reward[t] + ~over[t] * after[t] - guess[t] + 0.97 * ~over[t] * last
            gain[t] = last
        x, m, a, goal = (y.reshape(-1, *y.shape[2:]) for y in (seen, mask, act, gain + guess))
        better, was = (gain.ravel() - gain.mean()) / (gain.std() + 1e-8), old.ravel()
        for _ in range(4):
            chances = policy(weights, x, m)
            ratio = chances[np.arange(len(a)), a] / was
            use = np.where(better > 0, ratio < 1 + clip, ratio > 1 - clip) * ratio * better
            step = -chances * use[:, None]
            step[np.arange(len(a)), a] += use
            weights += rate * x.T @ step / len(a) ** 0.5
            value += 0.05 * x.T @ (goal - x @ value) / len(a)
        curve.append(reward[over].mean() if over.any() else np.nan)
    return weights, curve


if __name__ == "__main__":
    _, found = train()
    print([round(float(np.nanmean(found[at : at + 15])), 2) for at in range(0, len(found), 15)])
