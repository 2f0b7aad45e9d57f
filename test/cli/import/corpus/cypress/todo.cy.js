/// <reference types="cypress" />

// Welcome to Cypress!

describe('example to-do app', () => {
  beforeEach(() => {
    // Cypress starts out with a blank slate for each test
    cy.visit('https://demo.playwright.dev/todomvc');
    cy.get('.new-todo').type('Pay electric bill{enter}');
    cy.get('.new-todo').type('Walk the dog{enter}');
  });

  it('displays two todo items by default', () => {
    cy.get('.todo-list li').should('have.length', 2);
    cy.get('.todo-list li').first().should('have.text', 'Pay electric bill');
    cy.get('.todo-list li').last().find('label').should('have.text', 'Walk the dog');
  });

  it('can add new todo items', () => {
    const newItem = 'Feed the cat';
    cy.get('.new-todo').type(`${newItem}{enter}`);
    cy.get('.todo-list li').should('have.length', 3).last().should('contain.text', newItem);
  });

  it('can check off an item as completed', () => {
    cy.contains('Pay electric bill').parent().find('input[type=checkbox]').check();
    cy.contains('Pay electric bill').parents('li').should('have.class', 'completed');
  });

  context('with a checked task', () => {
    beforeEach(() => {
      cy.get('.todo-list li').first().find('input[type=checkbox]').check();
    });

    it('can filter for uncompleted tasks', () => {
      cy.contains('Active').click();
      cy.get('.todo-list li').should('have.length', 1).first().should('contain', 'Walk the dog');
      cy.contains('Pay electric bill').should('not.exist');
    });

    it('can delete all completed tasks', () => {
      cy.contains('Clear completed').click();
      cy.get('.todo-list li').should('have.length', 1).should('not.have.text', 'Pay electric bill');
      cy.contains('Clear completed').should('not.be.visible');
    });
  });
});
