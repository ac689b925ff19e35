/** Follows the items of Markdown lists, line by line. */

/** Columns at which the text of those items begins that are open, the outermost first. */
export type ListItems = readonly number[];

const MARKER = /^ *(?:[-*+]|\d{1,9}[.)])(?: {1,4}(?! )| |$)/;
/** What is deeper is code. */
const MAX_INDENT = 3;
/** More stand in each other in no text that is meant to be read. */
const MAX_ITEMS = 20;

/** The items that are open after a line. */
export function itemsAfter(text: string, items: ListItems): ListItems {
  const indent = text.search(/\S/);
  if (indent < 0) return items;
  const open = items.filter((column) => column <= indent);
  return indent > (open.at(-1) ?? 0) + MAX_INDENT ? open : withMarkers(text, 0, open);
}

/** One line may begin several items. */
function withMarkers(text: string, from: number, items: ListItems): ListItems {
  const [marker] = MARKER.exec(text.slice(from)) ?? [];
  if (marker === undefined || items.length === MAX_ITEMS) return items;
  // Behind a marker alone the text begins one column further.
  const column = from + Math.max(marker.length, marker.trimEnd().length + 1);
  return withMarkers(text, column, [...items, column]);
}
