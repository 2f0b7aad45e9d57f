import type { Meaning, SamplePrompt } from './prompts.ts';

/**
 * Prompts written as text. `# heading` begins one (a line without `#` above a list), `# (prose)` one whose clauses are one paragraph, and `# Refused` a list of
 * prompts of one clause each. A clause is followed by what it does (`=> click a & name=value`), and by scripts that make
 * it untrue (`!! name := text !! name.remove() !! name += <html>`). `!!` alone checks nothing, `!!*` may be refused,
 * and `XX` has to be.
 */
export function promptsOf(page: SamplePrompt['page'], text: string): SamplePrompt[] {
  return text
    .trim()
    .split(/\n\n/)
    .flatMap((block): SamplePrompt[] => {
      const [heading = '', ...lines] = block.split('\n');
      const clauses = lines.map(clauseOf);
      if (heading === '# Refused') return clauses.map((clause) => ({ page, clauses: [clause] }));
      if (heading === '# (prose)') return [{ page, separator: ' ', clauses }];
      const isList = /^(?:- |1\.)/.test(lines[0] ?? '');
      return [{ page, heading: isList ? heading.slice(2) : heading, clauses }];
    });
}

function clauseOf(line: string): readonly [string, Meaning] {
  if (line.endsWith(' XX')) return [line.slice(0, -3), { refused: true, misleading: true }];
  const [before = '', ...scripts] = line.split(/ ?!!/);
  const [words = '', done] = before.split(' => ');
  const breaks = scripts.map((each) => each.trim()).filter((each) => each !== '' && each !== '*');
  return [words, { does: done?.split(' & ') ?? [], breaks: breaks.map(scriptOf) }];
}

function scriptOf(text: string): string {
  const [, name, operator, rest] = /^([\w-]+)( := ?| \+= |\.)(.*)$/s.exec(text) ?? [];
  if (name === undefined || name === 'document') return text;
  const element = `at(${JSON.stringify(name)})`;
  if (operator === '.') return `${element}.${rest}`;
  if (operator === ' += ') return `${element}.insertAdjacentHTML("beforeend", ${JSON.stringify(rest)})`;
  return `${element}.textContent = ${JSON.stringify(rest)}`;
}
