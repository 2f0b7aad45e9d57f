import { formatPosition, type LoadedCase, type Problem } from './problem.ts';

type Reference = 'dependencyId' | 'teardownId';
const references: readonly Reference[] = ['dependencyId', 'teardownId'];

/**
 * Finds duplicate ids, dependencies and teardowns that no file contains, and loops of either.
 * @param unread the text of the files with test cases that cannot be read: they may have the ids that others name.
 */
export function checkReferences(cases: readonly LoadedCase[], unread = ''): Problem[] {
  const byId = new Map<string, LoadedCase>();
  const problems: Problem[] = [];
  for (const each of cases) {
    const first = byId.get(each.testCase.id);
    if (first === undefined) {
      byId.set(each.testCase.id, each);
      continue;
    }
    problems.push({
      position: each.positionOf(['id']),
      message: `id: ${each.testCase.id} is already the id of ${formatPosition(first.position)}. Give each test case its own.`,
    });
  }
  const isUnread = (id: string) => new RegExp(`\\bid["']?\\s*:\\s*["']?${id}`, 'i').test(unread);
  return problems.concat(
    ...references.flatMap((reference) => [
      unknownReferences(cases, (id) => byId.has(id) || isUnread(id), reference),
      loops(cases, byId, reference),
    ]),
  );
}

function unknownReferences(
  cases: readonly LoadedCase[],
  isKnown: (id: string) => boolean,
  reference: Reference,
): Problem[] {
  return cases.flatMap((each) => {
    const id = each.testCase[reference];
    if (id === undefined || isKnown(id)) return [];
    return [
      {
        position: each.positionOf([reference]),
        message: `${reference}: no test case has the id ${id}. Add its file to \`tests\`, or correct the id.`,
      },
    ];
  });
}

function loops(
  cases: readonly LoadedCase[],
  byId: ReadonlyMap<string, LoadedCase>,
  reference: Reference,
): Problem[] {
  const done = new Set<LoadedCase>();
  const problems: Problem[] = [];
  for (const start of cases) {
    const path = new Set<LoadedCase>();
    let next: LoadedCase | undefined = start;
    while (next !== undefined && !done.has(next) && !path.has(next)) {
      path.add(next);
      const id: string | undefined = next.testCase[reference];
      next = id === undefined ? undefined : byId.get(id);
    }
    if (next !== undefined && path.has(next)) {
      const steps = [...path];
      problems.push(loopProblem(steps.slice(steps.indexOf(next)), reference));
    }
    for (const each of path) done.add(each);
  }
  return problems;
}

function loopProblem(loop: readonly LoadedCase[], reference: Reference): Problem {
  const [first] = loop;
  const names = [...loop, ...loop.slice(0, 1)].map((each) => `"${each.testCase.description}"`).join(' → ');
  return {
    ...(first === undefined ? {} : { position: first.positionOf([reference]) }),
    message: `${reference}: these test cases depend on each other: ${names}. Remove one of the references.`,
  };
}
