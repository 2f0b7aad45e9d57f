class CartPage {
  elements = {
    items: () => cy.get('.cart-items li'),
    total: () => cy.get('[data-testid="total"]'),
    voucher: () => cy.get('#voucher'),
    checkout: () => cy.get('#checkout'),
  };

  visit() {
    cy.visit('/cart');
    return this;
  }

  applyVoucher(code) {
    this.elements.voucher().clear().type(code);
    cy.contains('button', 'Apply').click();
    return this;
  }
}

export default new CartPage();
