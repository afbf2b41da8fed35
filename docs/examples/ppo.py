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
    luck, curve = np.random.default_rng(seed), []
    scale = np.maximum(1, env.single_observation_space["observation"].high)
    now, _ = env.reset(seed=seed)
    weights, value = np.zeros((len(scale), env.single_action_space.n)), np.zeros(len(scale))
    for _ in range(updates):
        batch = []
        for _ in range(steps):
            seen, mask = now["observation"] / scale, now["action_mask"] == 1
            chances = policy(weights, seen, mask)
            act = np.array([luck.choice(len(own), p=own) for own in chances])
            now, reward, over, _, _ = env.step(act)
            batch.append((seen, mask, act, chances[range(tables), act], reward, over))
        seen, mask, act, old, reward, over = map(np.array, zip(*batch))
        guess = np.append(seen, [now["observation"] / scale], 0) @ value
        gain = reward + ~over * guess[1:] - guess[:-1]  # how much better it went than guessed,
        for t in reversed(range(steps - 1)):  # and what came of it after that (GAE)
            gain[t] += 0.97 * ~over[t] * gain[t + 1]
        lesson = seen, mask, act, old, gain, gain + guess[:-1]
        x, m, act, old, gain, goal = (y.reshape(-1, *y.shape[2:]) for y in lesson)
        better, one = (gain - gain.mean()) / (gain.std() + 1e-8), np.eye(weights.shape[1])[act]
        for _ in range(4):
            chances = policy(weights, x, m)
            ratio = (chances * one).sum(1) / old
            use = np.where(better > 0, ratio < 1 + clip, ratio > 1 - clip) * ratio * better
            weights += rate * x.T @ ((one - chances) * use[:, None]) / len(act) ** 0.5
            value += 0.05 * x.T @ (goal - x @ value) / len(act)
        curve.append(reward[over].mean() if over.any() else np.nan)
    return weights, curve


if __name__ == "__main__":
    _, found = train()
    print([round(float(np.nanmean(found[at : at + 15])), 2) for at in range(0, len(found), 15)])
