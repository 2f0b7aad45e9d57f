context('Actions', () => {
  beforeEach(() => {
    cy.visit('http://localhost:3000/forms');
  });

  it('.type() - type into a DOM element', () => {
    cy.get('[name=email]').type('fake@email.com');
    cy.get('[name=email]').should('have.value', 'fake@email.com');

    // .type() with special character sequences
    cy.get('[name=email]').type('{leftArrow}{rightArrow}');
    cy.get('[name=email]').type('{selectall}{backspace}');
    cy.get('[name=email]').should('have.value', '');
    cy.get('[name=message]').type('Slow text', { delay: 10 }).should('have.value', 'Slow text');
  });

  it('.clear() - clears an input or textarea element', () => {
    cy.get('[name=name]').type('Clear this text');
    cy.get('[name=name]').should('have.value', 'Clear this text');
    cy.get('[name=name]').clear().type('Ann').should('have.value', 'Ann');
  });

  it('.select() and .check()', () => {
    cy.get('[name=name]').type('Ann');
    cy.get('#topic').select('An order');
    cy.get('#topic').should('have.value', 'order');
    cy.get('#topic').select(2).should('have.value', 'other');
    cy.get('[type=radio]').first().check();
    cy.get('[name=terms]').check();
    cy.get('[name=terms]').uncheck().should('not.be.checked');
    cy.get('[type=submit]').should('be.disabled');
    cy.get('[name=terms]').check();
    cy.get('#file').selectFile('corpus/fixtures/hello.txt');
    cy.get('#files').should('have.text', 'hello.txt');
    cy.get('[type=submit]').should('be.enabled').click();
    cy.get('.toast').should('be.visible').and('have.css', 'color', 'rgb(0, 128, 0)');
  });
});
