import { uuid } from '../../contract/values.ts';
import type { Connection } from '../connection.ts';
import { UserError } from '../user-error.ts';

/**
 * The id of the target's test case with a name.
 * @throws UserError where there is none.
 */
export async function testCaseIdByName(
  { client, testTargetId }: Connection,
  name: string,
  signal: AbortSignal,
): Promise<string> {
  if (uuid.safeParse(name).success) return name;
  const filter = JSON.stringify({ description: name });
  const found = await client.listTestCases({ testTargetId }, { filter }, { signal });
  const named = found.find(({ description }) => description === name);
  if (named !== undefined) return named.id;
  throw new UserError(`The test target has no test case named "${name}" (input \`prerequisite\`).`);
}
