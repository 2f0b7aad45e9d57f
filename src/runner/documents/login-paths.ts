import { pathOf } from './request-facts.ts';

/** Where an app sends those who are not logged in. */
export const loginPath = /(?:log|sign)[-_]?in\b/i;
/** What an app may answer with its login in any case. */
export const ofSession = /(?:log|sign)[-_]?(?:in|out|up|off)\b|register/i;
/** From where a form may lead to the login as well, without a URL to return to. */
export const ofAccount =
  /account|activat|confirm|e?-?mail|invit|join|passw|profile|reset|session|user|verif/i;

/** Whether a redirect leads to a login whose URL says where to return to. */
export function leadsToLogin(from: string, { pathname, search }: URL): boolean {
  return search !== '' && loginPath.test(pathname) && !ofSession.test(pathOf(from));
}
