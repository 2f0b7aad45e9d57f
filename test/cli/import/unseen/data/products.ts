export enum Sort {
  Name = 'Name',
  Price = 'Price, low to high',
}

export interface Product {
  name: string;
  price: number;
}

export const PRODUCTS: Product[] = [
  { name: 'Blue mug', price: 9 },
  { name: 'Green bowl', price: 12 },
  { name: 'Red mug', price: 7 },
];

export const byPrice = () => [...PRODUCTS].sort((a, b) => a.price - b.price).map(({ name }) => name);
export const formatPrice = (amount: number) => `€${amount}`;
