/** Past `console`, which the package's logger takes over. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** One figure beside the bar that it should hold. */
export function bar(name: string, value: number, limit: number, least = false): void {
  const holds = least ? value >= limit : value <= limit;
  const verdict = Number.isNaN(value) ? 'not measured' : holds ? 'holds' : 'MISSED';
  print(`  ${name}: ${value.toFixed(2)} (bar: ${least ? '≥' : '≤'} ${limit}) ${verdict}`);
}
