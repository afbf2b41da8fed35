/** The boards on this device: drafts with what the editor knows of them, and pictures to draw after. */
import { type BoardFile, newBoard } from "./file";

/** A picture to draw after, as a data address: the page may show no others. */
export interface Picture {
  data: string;
  shade: number;
}

/** A board in the making. What is not in `file` never leaves the device. */
export interface Draft {
  key: string;
  file: BoardFile;
  changed: number;
  /** Places and routes that stay when the rest is invented again. */
  pinned: string[];
  /** A space's length over the picture's width. */
  unit?: number;
  /** A picture of one's own to draw after, and how strongly it is seen. */
  picture?: Picture;
}

const NAME = "capotreno.studio";
const STORE = "boards";

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "key" });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

async function work<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await opened();
  try {
    return await new Promise<T>((resolve, reject) => {
      const asked = act(database.transaction(STORE, mode).objectStore(STORE));
      asked.transaction!.oncomplete = () => resolve(asked.result);
      asked.transaction!.onabort = asked.transaction!.onerror = () => reject(asked.error);
    });
  } finally {
    database.close();
  }
}

/** All drafts, the one that was changed last first. */
export async function all(): Promise<Draft[]> {
  return (await work<Draft[]>("readonly", (store) => store.getAll())).sort((one, two) => two.changed - one.changed);
}

export const take = (key: string): Promise<Draft | undefined> => work("readonly", (store) => store.get(key) as IDBRequest<Draft | undefined>);
export const put = async (draft: Draft): Promise<void> => void (await work("readwrite", (store) => store.put(draft)));
export const drop = async (key: string): Promise<void> => void (await work("readwrite", (store) => store.delete(key)));

export function newDraft(name: string, file?: BoardFile): Draft {
  const key = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { key, file: file ?? newBoard(`map_${key}`, name), changed: Date.now(), pinned: [] };
}
