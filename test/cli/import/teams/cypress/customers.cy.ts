describe('Customers', () => {
  beforeEach(() => {
    cy.fixture('customers').as('customers');
    cy.visit('/customers');
  });

  it('shows all customers', function () {
    cy.get('table tbody tr').should('have.length', this.customers.length);
    this.customers.forEach((customer: { name: string; city: string }, index: number) => {
      cy.get('table tbody tr').eq(index).should('contain', customer.name).and('contain', customer.city);
    });
  });

  it('creates a customer', () => {
    cy.fixture('customers').then((customers) => {
      const [customer] = customers;
      cy.contains('button', 'New customer').click();
      cy.get('[role=dialog]').within(() => {
        cy.get('input[name=name]').type(customer.name);
        cy.get('input[name=city]').type(customer.city).blur();
        cy.get('select[name=country]').select('United Kingdom').should('have.value', 'uk');
        cy.get('[type=checkbox]').check().should('be.checked');
        cy.get('[type=radio][value=private]').check();
        cy.get('form').submit();
      });
      cy.get('[role=dialog]').should('not.exist');
      cy.contains('tr', customer.name).should('be.visible');
    });
  });

  it('deletes a customer', () => {
    cy.intercept('DELETE', '/api/customers/*', { statusCode: 204 }).as('delete');
    cy.on('window:confirm', (text) => {
      expect(text).to.contain('Are you sure');
      return true;
    });
    cy.contains('tr', 'Grace Hopper').find('[aria-label="Delete"]').click();
    cy.wait('@delete');
    cy.contains('Grace Hopper').should('not.exist');
    cy.get('.toast').should('be.visible').and('have.text', 'Customer deleted');
  });

  context('with an error', () => {
    it('shows the message', () => {
      cy.intercept('GET', '/api/customers', { statusCode: 500, body: {} }).as('failed');
      cy.reload();
      cy.wait('@failed');
      cy.get('[role=alert]').should('contain.text', 'Something went wrong');
    });
  });

  const invalid: Array<[string, string]> = [
    ['name', 'Name is too short'],
    ['city', 'City is too short'],
  ];
  for (const [field, message] of invalid) {
    it(`validates ${field}`, () => {
      cy.contains('button', 'New customer').click();
      cy.get(`input[name=${field}]`).type('x').blur();
      cy.get(`input[name=${field}]`).parent().should('have.class', 'has-error').contains(message);
      cy.get(`input[name=${field}]`).should('have.css', 'border-color', 'rgb(255, 0, 0)');
      cy.contains('button', 'Save').should('have.attr', 'disabled');
    });
  }
});
