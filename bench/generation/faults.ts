import { type Order, type Rules, rules } from '../../examples/shop/rules.mjs';

/** What the shop answers. */
export interface ShopAnswer {
  readonly status: number;
  /** Where it redirects to; empty if it does not. */
  readonly location: string;
  readonly text: string;
}

/** A fault on the server's side, as a change of the example shop may make one. */
export interface ServerFault {
  /** What a user would report. */
  readonly sentence: string;
  /** What takes the place of the shop's own rules. */
  readonly rules?: Partial<Rules>;
  /** Changes an answer. @param request such as `POST /cart`. */
  readonly answer?: AnswerChange;
}

type AnswerChange = (request: string, answer: ShopAnswer) => Partial<ShopAnswer>;

/** The messages of a form without that of one field. */
function without(errors: Readonly<Record<string, string>>, field: string) {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => name !== field));
}

const unchecked = (field: string): Partial<Rules> => ({
  checkoutErrors: (form) => without(rules.checkoutErrors(form), field),
});
const uncheckedAtSignUp = (field: string): Partial<Rules> => ({
  signUpErrors: (form, session) => without(rules.signUpErrors(form, session), field),
});
const redirecting = (request: string, location: string): AnswerChange => {
  return (made, answer) => (made === request && answer.location !== '' ? { location } : {});
};
const failing = (request: string, status: number): AnswerChange => {
  return (made) => (made === request ? { status, location: '', text: '<h1>Something went wrong</h1>' } : {});
};
const listing = (change: (orders: readonly Order[]) => readonly Order[]): Partial<Rules> => ({
  listOrders: (session) => change(rules.listOrders(session)),
});

export const serverFaults = {
  'total-off-by-one': {
    sentence: 'The total is one euro too high.',
    rules: { total: (subtotal, discount) => subtotal - discount + 1 },
  },
  'quantity-not-multiplied': {
    sentence: 'The sum of a line is the price of one item, whatever the quantity.',
    rules: { lineTotal: ({ product }) => product.price },
  },
  'last-line-not-added': {
    sentence: 'The total leaves out the last of several lines.',
    rules: { subtotal: (sums) => rules.subtotal(sums.length > 1 ? sums.slice(0, -1) : sums) },
  },
  'discount-twice': {
    sentence: 'The discount is taken off twice.',
    rules: { total: (subtotal, discount) => subtotal - 2 * discount },
  },
  'no-discount': { sentence: 'There is no discount from €100.', rules: { discount: () => 0 } },
  'delivery-never-free': { sentence: 'Delivery is never free.', rules: { delivery: () => 5 } },
  'delivery-not-charged': { sentence: 'Delivery is always free.', rules: { delivery: () => 0 } },
  'filter-ignored': { sentence: 'The category filters nothing.', rules: { inCategory: () => true } },
  'search-ignored': { sentence: 'A search finds everything.', rules: { matchesSearch: () => true } },
  'search-finds-nothing': {
    sentence: 'A search finds nothing.',
    rules: { matchesSearch: (_, text) => text === '' },
  },
  'sort-ignored': { sentence: 'The list is not sorted.', rules: { sort: (list) => list } },
  'sort-reversed': {
    sentence: 'The list is sorted the other way round.',
    rules: { sort: (list, order) => (order === '' ? list : rules.sort(list, order).toReversed()) },
  },
  'prices-sorted-as-text': {
    sentence: 'Sorted by price, €12 comes before €6.',
    rules: {
      sort: (list, order) =>
        order === 'cheapest'
          ? list.toSorted((one, other) => String(one.price).localeCompare(String(other.price)))
          : rules.sort(list, order),
    },
  },
  'item-lost-at-second-add': {
    sentence: 'Adding another product removes the first one.',
    rules: { addToCart: (_, id, quantity) => new Map([[id, quantity]]) },
  },
  'same-item-not-added-up': {
    sentence: 'Adding a product again does not raise its quantity.',
    rules: { addToCart: (cart, id, quantity) => new Map(cart).set(id, quantity) },
  },
  'added-quantity-ignored': {
    sentence: "The quantity on a product's page is ignored.",
    rules: { addToCart: (cart, id) => rules.addToCart(cart, id, 1) },
  },
  'update-ignored': {
    sentence: 'Changing a quantity in the cart has no effect.',
    rules: { changeQuantity: (cart) => cart },
  },
  'update-adds': {
    sentence: 'A changed quantity is added to the old one.',
    rules: { changeQuantity: rules.addToCart },
  },
  'remove-ignored': { sentence: 'An item cannot be removed.', rules: { removeFromCart: (cart) => cart } },
  'remove-empties-cart': {
    sentence: 'Removing one item empties the cart.',
    rules: { removeFromCart: () => new Map() },
  },
  'any-quantity': { sentence: 'The cart accepts a quantity of 0.', rules: { quantityError: () => '' } },
  'badge-counts-lines': {
    sentence: 'The badge of the cart counts products instead of items.',
    rules: { badge: (cart) => cart.size },
  },
  'stale-badge': {
    sentence: 'The badge of the cart does not change when a product is added on its page.',
    answer: (request, { text }) =>
      request === 'POST /cart' ? { text: text.replace(/"count":\d+/, '"count":0') } : {},
  },
  'any-password': { sentence: 'Any password signs in.', rules: { maySignIn: () => true } },
  'own-password-refused': {
    sentence: 'Who has signed up cannot sign in again.',
    rules: {
      maySignIn: (session, address, password) =>
        !session.accounts.has(address) && rules.maySignIn(session, address, password),
    },
  },
  'passwords-not-compared': {
    sentence: 'A sign-up accepts two different passwords.',
    rules: uncheckedAtSignUp('repeated'),
  },
  'short-password-accepted': {
    sentence: 'A sign-up accepts a short password.',
    rules: uncheckedAtSignUp('password'),
  },
  'address-taken-twice': {
    sentence: 'Two accounts have the same address.',
    rules: uncheckedAtSignUp('email'),
  },
  'not-signed-out': { sentence: 'Signing out fails.', answer: failing('POST /logout', 500) },
  'profile-not-saved': { sentence: 'The profile is not saved.', rules: { saveProfile: () => {} } },
  'newsletter-not-saved': {
    sentence: 'The newsletter cannot be ordered.',
    rules: {
      saveProfile: (account, changes) => rules.saveProfile(account, { ...changes, newsletter: false }),
    },
  },
  'phone-not-checked': {
    sentence: 'A phone number may have letters.',
    rules: { profileErrors: (form) => without(rules.profileErrors(form), 'phone') },
  },
  'email-not-checked': { sentence: 'The checkout accepts any e-mail address.', rules: unchecked('email') },
  'postal-code-not-checked': {
    sentence: 'The checkout accepts any postal code.',
    rules: unchecked('postalCode'),
  },
  'card-not-checked': { sentence: 'The checkout accepts any card number.', rules: unchecked('card') },
  'terms-not-required': { sentence: 'The checkout does not require the terms.', rules: unchecked('terms') },
  'wrong-message': {
    sentence: 'A wrong postal code is reported as a wrong card number.',
    rules: {
      checkoutErrors: (form) => {
        const { postalCode, ...others } = rules.checkoutErrors(form);
        return postalCode === undefined ? others : { ...others, card: 'A card number has 16 digits.' };
      },
    },
  },
  'checkout-fails': {
    sentence: 'Placing an order ends with an error.',
    answer: failing('POST /checkout', 500),
  },
  'product-page-missing': {
    sentence: 'The page of the wall map is missing.',
    answer: failing('GET /products/map', 404),
  },
  'order-not-listed': {
    sentence: 'The newest order is not listed.',
    rules: listing((orders) => orders.slice(0, -1)),
  },
  'order-doubled': {
    sentence: 'A form that is sent twice makes two orders.',
    rules: {
      findOrder: (session, token) => {
        const known = rules.findOrder(session, token);
        if (known !== undefined) session.orders.push({ ...known, number: known.number + 1 });
        return known;
      },
    },
  },
  'cart-not-emptied': {
    sentence: 'The cart is still full after an order.',
    rules: { cartAfterOrder: (cart) => cart },
  },
  'order-without-delivery': {
    sentence: 'The total of an order leaves out the delivery.',
    rules: {
      placeOrder: (session, order) => rules.placeOrder(session, { ...order, total: order.sums.total }),
    },
  },
  'note-lost': {
    sentence: 'The note of an order is lost.',
    rules: { placeOrder: (session, order) => rules.placeOrder(session, { ...order, note: '' }) },
  },
  'wrong-redirect-after-saving': {
    sentence: 'Saving the profile leads to the products.',
    answer: redirecting('POST /account/edit', '/'),
  },
  'wrong-redirect-after-order': {
    sentence: 'An order leads back to the cart.',
    answer: redirecting('POST /checkout', '/cart'),
  },
} as const satisfies Readonly<Record<string, ServerFault>>;

export type FaultName = keyof typeof serverFaults;

export const faultNames: readonly string[] = Object.keys(serverFaults);
