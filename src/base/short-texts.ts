type Holder = Record<string, unknown>;

/** `value` with no text of more than so many characters in it. Itself when there is none. */
export function withShortTexts<T>(value: T, max: number): T {
  const root: Holder = { value };
  // Without recursion: agents nest what they send as deeply as they like.
  const open = [root];
  let isCut = false;
  for (let holder = open.pop(); holder; holder = open.pop()) {
    for (const [key, field] of Object.entries(holder)) {
      if (typeof field === 'string' && field.length > max) {
        holder[key] = field.slice(0, max);
        isCut = true;
      } else if (holds(field)) {
        const copy = (Array.isArray(field) ? [...field] : { ...field }) as Holder;
        holder[key] = copy;
        open.push(copy);
      }
    }
  }
  return isCut ? (root.value as T) : value;
}

function holds(value: unknown): value is Holder | readonly unknown[] {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}
