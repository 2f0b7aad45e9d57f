import type { z } from 'zod';
import { dependenciesLeft, issues, problem } from './endpoint.ts';
import { assertion } from './exchange/assertion.ts';
import { interaction } from './exchange/interaction.ts';
import { exchangeSelector } from './exchange/selector.ts';
import {
  answeredTestCase,
  exchangeElement,
  exchangeTestCase,
  pushAnswer,
  pushBody,
} from './exchange/test-case.ts';
import { discoveryAnswer, discoveryBody } from './generation.ts';
import { type JsonSchema, toJsonSchemas } from './json-schema.ts';
import { answeredContext, reportContext } from './report-context.ts';
import { testCase, testCaseElement } from './test-case.ts';
import { executeBody, testPlan, testReport, testResult } from './test-report.ts';
import { environment, environmentBody, testTarget } from './test-target.ts';
import { timestamp, uuid } from './values.ts';

/** Whether a schema describes a request or an answer. */
type Direction = 'request' | 'answer';

type Named = ReadonlyMap<string, z.ZodType>;

const refs = '#/components/schemas/';
const values: [string, z.ZodType][] = [
  ['Uuid', uuid],
  ['Timestamp', timestamp],
];

/** The schemas that are components of the document, by name. */
const named: Readonly<Record<Direction, Named>> = {
  request: new Map([
    ...values,
    ['DiscoveryRequest', discoveryBody],
    ['EnvironmentRequest', environmentBody],
    ['ExchangeAssertion', assertion],
    ['ExchangeElement', exchangeElement],
    ['ExchangeInteraction', interaction],
    ['ExchangeSelector', exchangeSelector],
    ['ExchangeTestCase', exchangeTestCase],
    ['ExecuteRequest', executeBody],
    ['PushRequest', pushBody],
    ['ReportContext', reportContext],
  ]),
  answer: new Map<string, z.ZodType>([
    ...values,
    ['AnsweredContext', answeredContext],
    ['AnsweredTestCase', answeredTestCase],
    ['DependenciesLeft', dependenciesLeft],
    ['DiscoveryAnswer', discoveryAnswer],
    ['Environment', environment],
    ['Issues', issues],
    ['Problem', problem],
    ['PushAnswer', pushAnswer],
    ['TestCase', testCase],
    ['TestCaseElement', testCaseElement],
    ['TestPlan', testPlan],
    ['TestReport', testReport],
    ['TestResult', testResult],
    ['TestTarget', testTarget],
  ]),
};
const io = { request: 'input', answer: 'output' } as const;

/** The `components/schemas` of the OpenAPI document. */
export function componentSchemas(): Record<string, JsonSchema> {
  const all = {
    ...toJsonSchemas(named.request, refs, io.request),
    ...toJsonSchemas(named.answer, refs, io.answer),
  };
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A schema in the document: a reference if it is a component, else inline. */
export function schemaOf(schema: z.ZodType, direction: Direction): JsonSchema {
  for (const [name, each] of named[direction]) if (each === schema) return { $ref: refs + name };
  const inline = '(inline)';
  return toJsonSchemas(new Map([...named[direction], [inline, schema]]), refs, io[direction])[inline] ?? {};
}
