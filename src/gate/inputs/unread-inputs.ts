import { allButPublish, inputFacts, inputNames, type ModeName } from './input-table.ts';
import type { RawInputs, ReportProblem } from './raw-inputs.ts';

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
