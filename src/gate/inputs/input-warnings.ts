import { nearMisses } from '../../common/near-misses.ts';
import { inputNames } from './input-table.ts';
import { type Env, quoted, rawInputs } from './raw-inputs.ts';

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
