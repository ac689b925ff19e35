/** `1 line`, `2 lines`. */
export function quantity(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
