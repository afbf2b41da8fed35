/** What people call things when they look for a rule: words that mean the same, and words that say nothing. */
import type { Language } from "../../lib/words/language.svelte";

export interface Vocabulary {
  /** Endings that a word loses before it is compared, the longest first. */
  endings: RegExp;
  /** Words of a question that no rule is about. */
  empty: ReadonlySet<string>;
  /** Each line: one thing by all its names, also those that the rules do not use. */
  same: readonly string[];
}

const words = (text: string): Set<string> => new Set(text.split(/\s+/).filter(Boolean));

const it: Vocabulary = {
  endings: /(?<=.{3})(?:iamo|ando|endo|ano|ono|are|ere|ire|ate|ati|ata|ato|hi|he|[aeiou])$/,
  empty: words(`
    a ad ai al alla alle anche avere bisogna che chi ci cioe come con cosa cose cui da dai dal dalla dalle de dei del della delle deve devo devono
    di dove due e ed essere fa faccio fanno fare fra ha hai hanno ho i il in io la le lo loro ma me mi mia mie miei mio ne nei nel nell nella nelle nello non
    o per perche piu poi posso possono puo puoi qual quale quali quando quanta quante quanti quanto quello questo se sei si sia sono
    su sua sui sul sulla suo te tra tu tua tuoi tuo tutte tutti un una uno va vale vanno vi vuol vuole succede significa funziona funzionano spiega stessa stesso caso gia regola regole gioco partita`),
  same: [
    "jolly locomotiva taxi joker matta wild multicolore arcobaleno",
    "pezzo vagone vagoncino trenino treno carrozza pedina taxi",
    "linea tratta binario rotta strada collegamento ferrovia tragitto",
    "percorso cammino tragitto strada",
    "biglietto missione obiettivo destinazione contratto ticket",
    "luogo citta fermata",
    "attrazione monumento landmark",
    "scoperta scoperto visibile mercato esposta fila",
    "cieca coperta coperto nascosta",
    "mazzo pila tallone",
    "pescare pesca peschi raccogliere",
    "prendere preso presa conquistare occupare reclamare rivendicare costruire comprare",
    "pagare paga costo costare prezzo pagamento spendere",
    "punto punteggio valore",
    "fine finale finire finisce finito finita ultimo termina terminare conclude",
    "parita pareggio spareggio pari",
    "vince vincere vittoria vincitore vinto",
    "doppia doppio parallela affiancata gemella coppia",
    "galleria tunnel montagna",
    "traghetto ferry battello",
    "nave veliero barca battello",
    "porto molo harbour",
    "passeggero meeple omino viaggiatore persona",
    "merce gettone carico",
    "segnalino gettone token",
    "dado tiro tirare lancio lanciare",
    "grigia neutra incolore",
    "blu azzurro celeste",
    "viola porpora",
    "rosa fucsia",
    "scarto scartare buttare",
    "mescolare rimescolare",
    "bonus premio",
    "globetrotter giramondo",
    "turno azione mossa",
    "comincia cominciare inizio iniziare inizia",
    "tenere tieni tenuto tenerne scegliere rifiutare",
    "svantaggio perdere togliere toglie sottrarre sottrae",
    "completare completato unire uniti fallire",
  ],
};

const en: Vocabulary = {
  endings: /(?<=.{3})(?:ings?|ed|es|s|e)$/,
  empty: words(`
    a about all also am an and any are as at be by can do does for from get had has have he her his how i if in into is it its may me mean means
    must my no not of off on one or our rule rules so than that the their them then there they this to too two up use was we what when where which who whom
    why will with work works would you your explain happens happen game many both much need needs`),
  same: [
    "wild joker locomotive loco taxi rainbow multicolour jolly",
    "piece wagon train car carriage taxi plastic",
    "route line track connection railway rail",
    "path way trail",
    "ticket destination mission objective contract",
    "place city town stop",
    "landmark attraction sight monument",
    "row market visible display face faceup",
    "blind unseen facedown",
    "deck pile stack",
    "draw drawn drew drawing pick",
    "claim take taken own build buy occupy conquer",
    "pay paid cost price payment spend",
    "point score scoring worth value",
    "end finish last over",
    "tie equal level tiebreak tiebreaker",
    "win wins winner victory won",
    "double parallel twin pair",
    "tunnel mountain",
    "ferry boat",
    "ship boat sail",
    "harbour harbor port dock",
    "passenger meeple traveller people",
    "merchandise goods cargo",
    "token chip counter",
    "dice die roll",
    "grey gray neutral colourless",
    "purple violet pink",
    "colour color",
    "discard throw",
    "shuffle reshuffle",
    "bonus prize",
    "turn action move",
    "begin start first opening",
    "keep kept refuse refused return choose",
    "lose subtract off minus",
    "done complete completed fulfil joined",
  ],
};

export const VOCABULARY: Record<Language, Vocabulary> = { it, en };
