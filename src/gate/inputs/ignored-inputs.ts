import { nearMisses } from '../../common/near-misses.ts';
import { allButPublish, inputFacts, inputNames, type ModeName } from './input-table.ts';
import { type Env, quoted, type RawInputs, type ReportProblem, rawInputs } from './input-values.ts';

/** Warnings about inputs that are set and ignored. */
export function inputWarnings(env: Env): string[] {
  return [...misspelledInputs(env), ...artifactOfPublish(env)];
}

/** Names only what resembles an input: the runner itself warns of every unexpected input, and lists the valid ones. */
function misspelledInputs(env: Env): string[] {
  const names: readonly string[] = inputNames;
  return Object.keys(env)
    .flatMap((variable) => /^INPUT_(.+)$/.exec(variable)?.[1]?.toLowerCase() ?? [])
    .filter((given) => !names.includes(given))
    .flatMap((given) => {
      const similar = nearMisses(given, names).map((name) => `\`${name}\``);
      return similar.length === 0
        ? []
        : [
            `${quoted(given)} is not an input of this action and is ignored. Did you mean ${similar.join(' or ')}?`,
          ];
    });
}

function artifactOfPublish(env: Env): string[] {
  const { mode, artifact } = rawInputs(env);
  return mode === 'publish' && artifact !== ''
    ? [
        '`artifact` is not read by `mode: publish`, which finds the results of the test jobs by itself. Remove the input.',
      ]
    : [];
}

/** Reports each input that is set and would be ignored. @param mode undefined if the input `mode` is not valid. */
export function checkUnread(mode: ModeName | undefined, raw: RawInputs, problem: ReportProblem): void {
  for (const name of inputNames) {
    const { default: unset, modes, embeddedOnly } = inputFacts(name);
    if (raw[name] === unset) continue;
    if (embeddedOnly && raw['service-url'] !== '' && mode !== 'publish') {
      problem(
        name,
        'is only read by the embedded service, and `service-url` names a hosted one. Remove it, and use the settings of that service',
      );
    } else if (mode !== undefined && modes?.includes(mode) === false) {
      // Workflows set `artifact` for earlier versions of `mode: publish`: it is a warning.
      if (name !== 'artifact' || mode !== 'publish') problem(name, describeUnread(mode, modes));
    }
  }
}

function describeUnread(mode: ModeName, readers: readonly ModeName[]): string {
  const reason =
    readers === allButPublish
      ? ', which runs no tests'
      : `, only by ${new Intl.ListFormat('en').format(readers)}`;
  return `is not read by \`mode: ${mode}\`${reason}. Remove it`;
}
