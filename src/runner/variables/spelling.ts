/** Files say OCTO_X; GATE_X is the same variable by a neutral name. */
const [predefined, neutral] = ['OCTO_', 'GATE_'];

/** A name as the predefined variables have it: GATE_X becomes OCTO_X, other names stay. */
export function predefinedSpelling(name: string): string {
  return name.startsWith(neutral) ? predefined + name.slice(neutral.length) : name;
}

/** Adds to each value of an OCTO_X or GATE_X the same value under the other name. */
export function bothSpellings<T>(values: Iterable<readonly [string, T]>): [string, T][] {
  return [...values].flatMap(([name, value]): [string, T][] => {
    const other = name.startsWith(predefined)
      ? neutral + name.slice(predefined.length)
      : predefinedSpelling(name);
    return other === name
      ? [[name, value]]
      : [
          [name, value],
          [other, value],
        ];
  });
}
