import { type Errors, type Rules, rules } from '../../examples/shop/rules.mjs';

/** What may become of the forms of the shop: accepted, refused for one field, or sent twice. */
export const formStates = [
  ...['valid', 'name', 'email', 'password', 'repeated', 'taken'].map((state) => `sign-up: ${state}`),
  ...['valid', 'name', 'email', 'street', 'postalCode', 'city', 'country', 'card', 'terms', 'twice'].map(
    (state) => `checkout: ${state}`,
  ),
  ...['valid', 'phone'].map((state) => `profile: ${state}`),
  ...['valid', 'wrong'].map((state) => `sign-in: ${state}`),
  ...['valid', 'wrong'].map((state) => `quantity: ${state}`),
];

/** The rules of a healthy shop that notes which states its forms reach. */
export function notingRules(reached: Set<string>): Partial<Rules> {
  const note = (form: string, errors: Errors): Errors => {
    const [field = 'valid', ...others] = Object.keys(errors);
    if (others.length === 0) reached.add(`${form}: ${errors[field]?.includes('taken') ? 'taken' : field}`);
    return errors;
  };
  const noteIf = (form: string, isValid: boolean) => reached.add(`${form}: ${isValid ? 'valid' : 'wrong'}`);
  return {
    signUpErrors: (form, session) => note('sign-up', rules.signUpErrors(form, session)),
    checkoutErrors: (form) => note('checkout', rules.checkoutErrors(form)),
    profileErrors: (form) => note('profile', rules.profileErrors(form)),
    findOrder: (session, token) => {
      const known = rules.findOrder(session, token);
      if (known?.sums.delivery !== undefined) reached.add('checkout: twice');
      return known;
    },
    maySignIn: (session, address, password) => {
      const isValid = rules.maySignIn(session, address, password);
      noteIf('sign-in', isValid);
      return isValid;
    },
    quantityError: (quantity) => {
      const error = rules.quantityError(quantity);
      noteIf('quantity', error === '');
      return error;
    },
  };
}
