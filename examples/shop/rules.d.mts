export interface Product {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly category: string;
  readonly soldOut?: boolean;
}

/** Quantities by product ids. */
export type Cart = ReadonlyMap<string, number>;

export interface Account {
  name?: string;
  phone?: string;
  newsletter?: boolean;
  password?: string;
}

export interface Order {
  readonly number: number;
  readonly token: string;
  readonly customer: string;
  readonly count: number;
  readonly total: number;
  readonly sums: { readonly total: number; readonly delivery?: number };
  readonly note?: string;
}

export interface Session {
  readonly customer: string;
  readonly accounts: ReadonlyMap<string, Account>;
  readonly orders: Order[];
}

export interface Form {
  get(name: string): string;
}

/** Messages by the names of fields. */
export type Errors = Readonly<Record<string, string>>;

export interface Rules {
  matchesSearch(product: Product, text: string): boolean;
  inCategory(product: Product, category: string): boolean;
  sort(list: readonly Product[], order: string): readonly Product[];
  addToCart(cart: Cart, id: string, quantity: number): Cart;
  changeQuantity(cart: Cart, id: string, quantity: number): Cart;
  removeFromCart(cart: Cart, id: string): Cart;
  quantityError(quantity: number): string;
  badge(cart: Cart): number;
  lineTotal(line: { readonly product: Product; readonly quantity: number }): number;
  subtotal(lineTotals: readonly number[]): number;
  discount(subtotal: number): number;
  total(subtotal: number, discount: number): number;
  delivery(total: number): number;
  mayBuy(cart: Cart): boolean;
  findOrder(session: Session, token: string): Order | undefined;
  placeOrder(session: Session, order: Order): void;
  listOrders(session: Session): readonly Order[];
  cartAfterOrder(cart: Cart): Cart;
  maySignIn(session: Session, address: string, password: string): boolean;
  signUpErrors(form: Form, session: Session): Errors;
  profileErrors(form: Form): Errors;
  saveProfile(account: Account, changes: Account): void;
  checkoutErrors(form: Form): Errors;
}

export const rules: Rules;
