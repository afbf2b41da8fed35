/**
 * The sentence of a message. Values stand in braces, `{place}`; where it counts, forms by number,
 * `{n|0=no cards|one=a card|other=# cards}`: by the number itself or by CLDR's plural category,
 * with `#` for the number. The terminal reads the same messages by the same law (words/__init__.py).
 */
export type Values = Record<string, string | number>;

const FORMS = /\{(\w+)\|((?:[^{}]|\{\w+\})*)\}/g;
const TO = /\ba \{(\w+)\}/g; // Italian: «a Roma», but «ad Atene»

/** Forms first, so that no value is ever read as a form. */
export function fill(message: string, values: Values, language: string): string {
  const chosen = message.replace(FORMS, (_, name: string, written: string) => {
    const forms = new Map(written.split("|").map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]));
    const form = forms.get(String(values[name])) ?? forms.get(category(values[name], language)) ?? forms.get("other") ?? "";
    return form.replaceAll("#", `{${name}}`);
  });
  const placed = language === "it" ? chosen.replace(TO, (whole, name: string) => (/^a/i.test(String(values[name])) ? `ad {${name}}` : whole)) : chosen;
  return placed.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A number that is already written, "1,0" or "−1", counts as it reads. */
function category(value: string | number | undefined, language: string): string {
  if (typeof value === "string") return /^[-−+]?1$/.test(value) ? "one" : "other";
  return new Intl.PluralRules(language).select(value ?? 0);
}
