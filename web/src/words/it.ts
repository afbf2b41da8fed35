/** All messages of a language: the engine's, which the terminal speaks too, and the browser's own. */
import engine from "../../../src/capotreno/words/it.json";
import around from "./around.it.json";
import board from "./board.it.json";
import club from "./club.it.json";
import common from "./common.it.json";
import me from "./me.it.json";
import table from "./table.it.json";

export const messages: Record<string, string> = { ...engine, ...common, ...board, ...table, ...around, ...club, ...me };
