const units = { s: 1000, m: 60_000, h: 3_600_000 } as const;

/** Reads `90s`, `30m` or `1h`. @returns milliseconds, or undefined where the text is no duration. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)\s*([smh])$/.exec(text) ?? [];
  if (amount === undefined || (unit !== 's' && unit !== 'm' && unit !== 'h')) return undefined;
  return Number(amount) * units[unit];
}
