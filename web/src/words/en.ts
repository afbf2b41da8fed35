/** All messages of a language: the engine's, which the terminal speaks too, and the browser's own. */
import engine from "../../../src/capotreno/words/en.json";
import around from "./around.en.json";
import board from "./board.en.json";
import club from "./club.en.json";
import common from "./common.en.json";
import me from "./me.en.json";
import table from "./table.en.json";

export const messages: Record<string, string> = { ...engine, ...common, ...board, ...table, ...around, ...club, ...me };
