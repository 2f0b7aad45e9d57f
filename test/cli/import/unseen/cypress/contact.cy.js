const viewports = ['iphone-x', 'macbook-13', [1000, 660]];

function fill({ name, email, message }) {
  cy.get('[name=name]').type(name);
  cy.get('[name="email"]').type(email).should('have.value', email);
  cy.get('textarea').focus().type(message, { delay: 0 }).blur();
}

describe('Contact form', () => {
  beforeEach(() => {
    cy.intercept('GET', '**/analytics/**', { statusCode: 204 });
    cy.visit('http://localhost:3000/forms');
  });

  viewports.forEach((viewport) => {
    it(`is shown on ${viewport}`, () => {
      if (Cypress._.isArray(viewport)) cy.viewport(viewport[0], viewport[1]);
      else cy.viewport(viewport);
      cy.get('form#contact').should('be.visible');
    });
  });

  it('sends', () => {
    cy.fixture('example.json').then((customer) => {
      fill(customer);
    });
    cy.get('#topic').select('An order');
    cy.get('select[multiple]').select(['Red', 'Green']);
    cy.get('[type=radio]').check('phone');
    cy.get('[type="checkbox"]').check().should('be.checked');
    cy.get('#file').selectFile('cypress/fixtures/hello.txt');
    cy.get('button[type=submit]').should('be.enabled').click();
    cy.get('#sent')
      .should('be.visible')
      .and('have.class', 'toast')
      .and('have.css', 'color', 'rgb(0, 128, 0)')
      .and(($sent) => {
        expect($sent).to.contain('we reply by phone');
      });
  });

  it('needs consent', () => {
    cy.get('button[type=submit]').should('have.attr', 'disabled');
    cy.get('[type="checkbox"]').uncheck();
    cy.contains('Send').should('not.be.enabled');
    cy.get('[name=name]').invoke('attr', 'required').should('eq', 'required');
    cy.get('[name=name]').then(($input) => {
      cy.wrap($input).type('Ann');
      cy.wrap($input).should('have.value', 'Ann');
    });
    cy.title().should('eq', 'Contact us');
    cy.window().its('localStorage').invoke('getItem', 'draft').should('be.null');
  });

  it('asks before leaving', () => {
    const stub = cy.stub();
    cy.on('window:alert', stub);
    cy.visit('/widgets');
    cy.on('window:confirm', () => true);
    cy.get('#delete').click();
    cy.get('#result').should('have.text', 'Deleted');
    cy.get('#delete').click().then(() => {
      expect(stub).not.to.have.been.called;
    });
    cy.go('back');
    cy.get('body').type('{esc}');
    cy.log('done');
    cy.wait(100);
  });
});
