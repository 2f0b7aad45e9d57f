describe('todos', () => {
  const TODO_ONE = 'feed the cat';
  const TODO_TWO = 'walk the dog';

  const createTodo = (text) => cy.get('.new-todo').type(`${text}{enter}`);

  beforeEach(() => {
    cy.visit('/todomvc');
  });

  it('adds two items', () => {
    createTodo(TODO_ONE);
    createTodo(TODO_TWO);
    cy.get('.todo-list li').should('have.length', 2);
    cy.get('.todo-list li').eq(0).find('label').should('contain', TODO_ONE);
    cy.get('.todo-list li').last().should('have.text', TODO_TWO);
    cy.get('.todo-count').contains('2 items left');
  });

  it('clears the text input', () => {
    createTodo(TODO_ONE);
    cy.get('.new-todo').should('have.value', '').and('be.focused');
  });

  context('with two items', () => {
    beforeEach(() => {
      [TODO_ONE, TODO_TWO].forEach(createTodo);
      cy.get('.todo-list li').as('todos');
    });

    it('marks one as complete', () => {
      cy.get('@todos').first().find('.toggle').check();
      cy.get('@todos').eq(0).should('have.class', 'completed');
      cy.get('@todos').eq(1).should('not.have.class', 'completed');
    });

    it('marks all', () => {
      cy.get('.toggle').check({ multiple: true });
      cy.get('.toggle').each(($toggle) => {
        expect($toggle).to.be.checked;
      });
      cy.get('.clear-completed').click();
      cy.get('.todo-list').children().should('have.length', 0);
    });

    it('edits', () => {
      cy.contains('.todo-list li', TODO_TWO).within(() => {
        cy.get('label').dblclick();
        cy.get('.edit').clear().type('walk the cat{enter}');
      });
      cy.get('@todos').eq(1).should('contain.text', 'walk the cat');
    });

    ['active', 'completed'].forEach((route) => {
      it(`filters ${route}`, () => {
        cy.get('@todos').eq(0).find('.toggle').click();
        cy.get(`.filters a[href="#/${route}"]`).click().should('have.class', 'selected');
        cy.hash().should('eq', `#/${route}`);
        cy.get('.todo-list li').should('have.length', 1);
      });
    });

    it('shows the hover button', () => {
      cy.get('@todos').first().trigger('mouseover');
      cy.get('@todos').first().find('.destroy').click({ force: true });
      cy.get('.todo-list li').should('have.length', 1).and('not.contain', TODO_ONE);
    });
  });
});
