import type { z } from 'zod';
import { assertion } from '../../src/contract/exchange/assertion.ts';
import type { ExchangeElement } from '../../src/contract/exchange/exchange-test-case.ts';
import { interaction } from '../../src/contract/exchange/interaction.ts';
import type { Row } from './rows/row.ts';

type Schema = z.core.JSONSchema.BaseSchema;

/**
 * The shapes of every argument that the contract lets an action or expectation take, such as `CLICK.button=left`,
 * `SELECT_OPTION[]: string` and `HOVER: undefined`.
 */
export function contractShapes(): string[] {
  return [interaction, assertion].flatMap((union) =>
    (union.toJSONSchema().oneOf ?? []).flatMap(({ properties = {}, required = [] }) => {
      const { action, expectation, calledWith } = properties;
      const name = String(schemaOf(action ?? expectation).const);
      const absent = required.includes('calledWith') ? [] : [`${name}: undefined`];
      return [...absent, ...shapesOfSchema(schemaOf(calledWith), name)];
    }),
  );
}

function shapesOfSchema(schema: Schema, path: string): string[] {
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return either.flatMap((each) => shapesOfSchema(each, path));
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values !== undefined) return values.map((value) => `${path}=${value}`);
  if (schema.prefixItems !== undefined)
    return schema.prefixItems.flatMap((each, index) => shapesOfSchema(schemaOf(each), `${path}[${index}]`));
  if (schema.properties !== undefined)
    return Object.entries(schema.properties).flatMap(([key, each]) =>
      // Selectors have rows of their own.
      key === 'selectors' ? [] : shapesOfSchema(schemaOf(each), `${path}.${key}`),
    );
  if (schema.type === 'array') return shapesOfSchema(schemaOf(schema.items), `${path}[]`);
  if (schema.type === 'boolean') return [`${path}=true`, `${path}=false`];
  return [schema.type ?? []].flat().map((type) => `${path}: ${type === 'integer' ? 'number' : type}`);
}

function schemaOf(schema: Schema['items'] | undefined): Schema {
  if (typeof schema !== 'object' || Array.isArray(schema)) throw new Error(`${schema} is not one schema`);
  return schema;
}

/** The shapes that a row shows where it passes and where it fails, of the name that it is about. */
export function rowShapes({ of, pass, fail }: Row): string[] {
  const shown = (steps: readonly ExchangeElement[]) => steps.flatMap((step) => stepShapes(step, of));
  const passing = new Set(shown(pass));
  return shown(fail).filter((shape) => passing.has(shape));
}

function stepShapes({ selectors, interaction, assertion }: ExchangeElement, of: Row['of']): string[] {
  const chain = selectors.filter(({ selectorType }) => selectorType === of);
  const found = chain.flatMap(({ selector, options }) => shapesOfValue({ selector, options }, of));
  if (interaction?.action === of) return [of, ...shapesOfValue(interaction.calledWith, of)];
  if (assertion?.expectation === of) return [of, ...shapesOfValue(assertion.calledWith, of)];
  return found.length === 0 ? [] : [of, ...found];
}

function shapesOfValue(value: unknown, path: string): string[] {
  if (Array.isArray(value))
    return value.flatMap((each, index) =>
      [`${path}[]`, `${path}[${index}]`].flatMap((place) => shapesOfValue(each, place)),
    );
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, each]) => shapesOfValue(each, `${path}.${key}`));
  const pattern = typeof value === 'string' && value.startsWith('OCTOREGEX') ? [`${path}: pattern`] : [];
  return [`${path}=${value}`, `${path}: ${value === null ? 'null' : typeof value}`, ...pattern];
}
