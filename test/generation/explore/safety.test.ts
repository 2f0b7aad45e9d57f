import { describe, expect, it } from 'vitest';
import {
  dangerOf,
  isPageLink,
  isPaymentField,
  wishForPayment,
} from '../../../src/generation/explore/safety.ts';
import type { PageElement } from '../../../src/runner/live-page.ts';

function control(name: string, href?: string): PageElement {
  const element = {
    role: 'button',
    name,
    tag: 'button',
    text: name,
    selectors: [],
    isDisabled: false,
    within: [],
    inside: [],
  };
  return href === undefined ? element : { ...element, href };
}

describe('dangerOf', () => {
  it.each([
    'Delete account',
    'Delete my profile',
    'Close my account',
    'Deactivate',
    'Cancel subscription',
    'Cancel my plan',
    'End membership',
    'Unsubscribe',
    'Opt out',
    'Sign out',
    'Log out',
    'Logout',
    'Log off',
    'Sign me out',
    'Pay now',
    'Pay €20',
    'Buy now',
    'Purchase',
    'Donate',
    'Upgrade',
    'Reset settings',
    'Reset',
    'Wipe data',
    'Erase everything',
    'Delete all users',
    'Remove workspace',
    'Shut down',
    'Transfer ownership',
    'Revoke access',
    'Kill process',
    'Deploy to production',
    'Overwrite the file',
  ])('never uses "%s"', (name) => {
    expect(dangerOf(control(name), '')).toBe('destructive');
  });

  it.each([
    'Delete',
    'Remove',
    'Remove item',
    'Clear cart',
    '×',
    'Discard draft',
    '🗑',
    'Delete saved search',
    'Remove password',
  ])('uses "%s" only for what it has added', (name) => {
    expect(dangerOf(control(name), '')).toBe('removes');
  });

  it.each([
    'Add to cart',
    'Save',
    'Cancel',
    'Place order',
    'Next',
    'Banana',
    'Payload',
    'Blocks',
    'Clear filters',
    'Reset filters',
    'Clear search',
    'Reset password',
    'Forgot password?',
    'Formatting',
    'Skills',
    'Deployment docs',
    'Terminal',
  ])('uses "%s"', (name) => {
    expect(dangerOf(control(name), '')).toBe('none');
  });

  it.each([
    ...[
      'Abmelden',
      'Ausloggen',
      'Jetzt bezahlen',
      'Abo kündigen',
      'Kaufen',
      'Konto löschen',
      'Alle Notizen löschen',
    ],
    ...['Déconnexion', 'Se déconnecter', 'Payer 20 €', 'Acheter', 'Résilier', 'Supprimer le compte'],
    ...['Cerrar sesión', 'Salir', 'Pagar', 'Comprar ahora', 'Darse de baja', 'Eliminar cuenta'],
    ...['Sair', 'Terminar sessão', 'Pagamento', 'Desativar', 'Excluir conta'],
    ...['Esci', 'Disconnetti', 'Paga ora', 'Acquista', 'Elimina tutto'],
    ...['Uitloggen', 'Afmelden', 'Betalen', 'Opzeggen', 'Rekening verwijderen'],
    ...['Wyloguj się', 'Zapłać', 'Kup teraz', 'Usuń wszystkie'],
    ...['ログアウト', '支払う', '購入する', '退会する', 'アカウントを削除'],
    ...['退出登录', '登出', '支付', '立即购买', '删除账户'],
  ])('never uses "%s"', (name) => {
    expect(dangerOf(control(name), '')).toBe('destructive');
  });

  it.each([
    'Löschen',
    'Aufgabe entfernen',
    'Supprimer',
    'Vider le panier',
    'Eliminar',
    'Borrar',
    'Excluir',
    'Rimuovi',
    'Cancella',
    'Verwijderen',
    'Usuń',
    '削除',
    'この項目を削除',
    '删除',
    '移除商品',
  ])('uses "%s" only for what it has added', (name) => {
    expect(dangerOf(control(name), '')).toBe('removes');
  });

  it.each([
    'Speichern',
    'Verkaufen',
    'Einkaufswagen',
    'Enregistrer',
    'Vidéo',
    'Guardar',
    'Cancellation policy',
    'Donau',
    'Salire',
    'Koszyk',
    'Toevoegen',
    '保存',
    'カートに追加',
    '加入购物车',
    '订单',
  ])('uses "%s"', (name) => {
    expect(dangerOf(control(name), '')).toBe('none');
  });

  it('judges a control without words by what its markup says', () => {
    const hinted = (hints: string) => dangerOf({ ...control(''), hints }, '');
    expect(hinted('class btn btn-danger')).toBe('removes');
    expect(hinted('class fa-solid fa-trash-can')).toBe('removes');
    expect(hinted('href #icon-delete')).toBe('removes');
    expect(hinted('data-method delete')).toBe('removes');
    expect(hinted('onclick deleteNote(4)')).toBe('removes');
    expect(hinted('class icon-logout')).toBe('destructive');
    expect(hinted('class btn btn-primary data-id 4')).toBe('none');
    expect(dangerOf({ ...control('Profil'), hints: 'class btn-danger' }, '')).toBe('destructive');
    expect(dangerOf({ ...control('✓'), title: 'Löschen' }, '')).toBe('removes');
    expect(dangerOf({ ...control('⏻'), title: 'Abmelden' }, '')).toBe('destructive');
    expect(dangerOf({ ...control('Clear filters'), hints: 'class btn-danger' }, '')).toBe('none');
  });

  it('takes a word of another language in the prompt for that word only', () => {
    expect(dangerOf(control('Abmelden'), 'Teste das Abmelden')).toBe('none');
    expect(dangerOf(control('Bezahlen'), 'Teste das Abmelden')).toBe('destructive');
  });

  it('judges a link by its address, too', () => {
    expect(dangerOf(control('Bye', 'http://app/logout'), '')).toBe('destructive');
    expect(dangerOf(control('Tea', 'http://app/items/4/delete'), '')).toBe('removes');
  });

  it('judges a link by its query, and a button by the address that its form sends to', () => {
    const sending = (formAction: string, prompt = '') => dangerOf({ ...control('Yes'), formAction }, prompt);
    expect(dangerOf(control('Tschau', 'http://app/do?action=logout'), '')).toBe('destructive');
    expect(dangerOf(control('Tea', 'http://app/items?remove=4'), '')).toBe('removes');
    expect(sending('http://app/notes/4/delete')).toBe('removes');
    expect(sending('http://app/notes?action=delete-all&type=users')).toBe('destructive');
    expect(sending('http://app/sign-out')).toBe('destructive');
    expect(sending('http://app/notes/4')).toBe('none');
    expect(sending('http://app/account/delete', 'Deleting the account says good bye')).toBe('none');
  });

  it('does nothing that the prompt excludes', () => {
    const use = (name: string, prompt: string) => dangerOf(control(name), prompt);
    expect(use('Delete user', 'Test the users. Do not delete a user.')).toBe('destructive');
    expect(use('Delete user', "Test the users, but don't delete any user")).toBe('destructive');
    expect(use('Delete user', 'Test the users. Deleting a user is forbidden.')).toBe('destructive');
    expect(use('Delete user', "Delete a user. A user mustn't be deleted twice")).toBe('destructive');
    expect(use('Delete user', 'Delete a user, and check that it is not shown')).toBe('none');
    expect(use('Delete user', 'Delete a user and check that it is not deleted twice')).toBe('none');
    expect(use('Delete user', 'Verify that a user is not deleted')).toBe('destructive');
    expect(use('Delete user', 'Check that all is well but do not delete a user')).toBe('destructive');
    expect(use('Sign out', 'Test everything without signing out')).toBe('destructive');
    expect(use('Abmelden', 'Teste alles, aber nicht das Abmelden')).toBe('destructive');
    expect(wishForPayment('Test the checkout')).toBe('asked');
    expect(wishForPayment('Test the checkout without paying')).toBe('excluded');
    expect(wishForPayment('Test the cart')).toBe('unsaid');
  });

  it('does what the prompt asks for, and nothing else', () => {
    expect(dangerOf(control('Delete account'), 'Check that I can delete my account')).toBe('none');
    expect(dangerOf(control('Delete account'), 'Delete unused styles')).toBe('destructive');
    expect(dangerOf(control('Sign out'), 'Test the sign out')).toBe('none');
    expect(dangerOf(control('Cancel subscription'), 'Test the sign out')).toBe('destructive');
  });
});

describe('isPageLink', () => {
  const base = 'http://app:3000/shop';

  it.each([
    ['http://app:3000/shop/cart', true],
    ['http://app:3000/shop/help.html', true],
    ['http://app:3000/shop/cart?sort=price#top', true],
    ['http://app:3000/shop', true],
    ['http://app:3000/shop?page=2', true],
    ['http://app:3000/shopping', false],
    ['http://app:3000/other', false],
    ['http://other:3000/shop/cart', false],
    ['https://app:3000/shop/cart', false],
    ['http://app:3000/shop/terms.pdf', false],
    ['http://app:3000/shop/export', false],
    ['javascript:alert(1)', false],
    ['mailto:ada@example.com', false],
    ['not a url', false],
  ])('%s: %s', (href, expected) => {
    expect(isPageLink(control('Go', href), base)).toBe(expected);
  });
});

it('knows the fields of a payment', () => {
  const field = (autocomplete: string, label: string): PageElement => ({
    ...control(label),
    field: {
      type: 'text',
      label,
      placeholder: '',
      value: '',
      checked: false,
      disabled: false,
      required: false,
      autocomplete,
      name: '',
      options: [],
      optionValues: [],
    },
  });
  expect(isPaymentField(field('cc-number', 'Number'))).toBe(true);
  expect(isPaymentField(field('', 'Card number'))).toBe(true);
  expect(isPaymentField(field('', 'Postcard text'))).toBe(false);
});
