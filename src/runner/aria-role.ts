import type { Page } from 'playwright-core';
import { ariaRoles } from '../contract/exchange/aria-roles.ts';
import { InvalidStep } from './invalid-step.ts';

type AriaRole = Parameters<Page['getByRole']>[0];

const roles: readonly AriaRole[] = ariaRoles;

/** @throws Error if the text is not an ARIA role. */
export function ariaRole(text: string): AriaRole {
  const role = roles.find((each) => each === text.toLowerCase());
  if (role === undefined)
    throw new InvalidStep(`"${text}" is not an ARIA role. Use a role such as button or link.`);
  return role;
}
